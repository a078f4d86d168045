#!/usr/bin/env no-such-interpreter
