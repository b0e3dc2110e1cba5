import turtleplus

turtleplus.square(40)
