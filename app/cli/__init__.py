"""The command line: one module a group of commands. Nothing here imports Qt until a picture is asked for."""
