module F
end module
