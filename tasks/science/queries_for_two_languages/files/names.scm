(function_definition name: (identifier) @function.name)
(class_definition name: (identifier) @class.name)
