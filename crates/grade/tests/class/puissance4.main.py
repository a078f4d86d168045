"""Two people who type columns, on a grid as figure 1 shows it."""
grid = [[" "] * 7 for _ in range(6)]


def show():
    print("   " + "".join("%2d" % (column + 1) for column in range(7)))
    for line in range(5, -1, -1):
        print("%3d" % (line + 1) + "".join("%2s" % cell for cell in grid[line]) + "%3d" % (line + 1))
    print("   " + "".join("%2d" % (column + 1) for column in range(7)))


def drop(column, colour):
    for line in range(6):
        if grid[line][column] == " ":
            grid[line][column] = colour
            return line


def count(line, column, up, right):
    colour, found = grid[line][column], 0
    while 0 <= line < 6 and 0 <= column < 7 and grid[line][column] == colour:
        found += 1
        line, column = line + up, column + right
    return found


def wins(line, column):
    ways = [(0, 1), (1, 0), (1, 1), (1, -1)]
    return any(count(line, column, up, right) + count(line, column, -up, -right) - 1 >= 4 for up, right in ways)


def ask(colour):
    while True:
        answer = input("Colonne pour %s ? " % colour)
        if answer in "1234567" and grid[5][int(answer) - 1] == " ":
            return int(answer) - 1
        print("Ce coup n'est pas possible.")


colour = "*"
show()
for turn in range(42):
    column = ask(colour)
    line = drop(column, colour)
    show()
    if wins(line, column):
        print("Les", colour, "gagnent")
        break
    colour = "o" if colour == "*" else "*"
