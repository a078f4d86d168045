#!/bin/sh
# Thinks aloud.
while read -r line; do
    echo "# I heard $line"
    echo 1
    echo "#and I am glad"
done
