def area(width, height):
    scale = 2
    return width * height * scale

sides = {"width": 3, "height": 4}
print(area(**sides))
