"""A game as the subject shows it, with what its text says of it (R15)."""
import random


def fits(table, tile):
    return table[0][0] in tile or table[-1][1] in tile


def lay(table, tile):
    left, right = table[0][0], table[-1][1]
    if tile[1] == left:
        return [tile] + table
    if tile[0] == left:
        return [tile[::-1]] + table
    if tile[0] == right:
        return table + [tile]
    return table + [tile[::-1]]


box = [[i, j] for i in range(6, -1, -1) for j in range(i, -1, -1)]
random.shuffle(box)
hands = [sorted(box[:10], reverse=True), sorted(box[10:20], reverse=True)]
for number, hand in enumerate(hands, 1):
    print("Joueur %d:" % number, hand)
print()
turn = 0 if hands[0][0] > hands[1][0] else 1
print("Joueur %d commence" % (turn + 1))
table = [hands[turn].pop(0)]
print("Table:", table)
passes = 0
while passes < 2 and hands[0] and hands[1]:
    turn = 1 - turn
    possible = [tile for tile in hands[turn] if fits(table, tile)]
    if possible:
        hands[turn].remove(possible[0])
        table = lay(table, possible[0])
        passes = 0
        print("Table:", table)
    else:
        passes += 1
        print("Joueur %d passe" % (turn + 1))
for number, hand in enumerate(hands, 1):
    print("Joueur %d:" % number, hand)
points = [sum(map(sum, hand)) for hand in hands]
if not hands[0] or not hands[1]:
    print("Joueur %d gagne" % (1 if not hands[0] else 2))
elif points[0] == points[1]:
    print("Egalite")
else:
    print("Joueur %d gagne" % (1 if points[0] < points[1] else 2))
