#!/bin/sh
# Writes # lines before each answer.
while read -r line; do
    echo "# I heard $line"
    echo 1
    echo "#and I am glad"
done
