# Starts NATS on loopback in a temporary folder, for a script that sources this file after postgres.sh.
# Sets BRELAN_NATS (URL), BRELAN_NATS_PID (file with the process id) and BRELAN_NATS_START (command).
# The server and its folder are removed when the script ends.

nats_home=$(mktemp -d)

start_nats() {
  local port
  port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
  export BRELAN_NATS="nats://127.0.0.1:$port" BRELAN_NATS_PID="$nats_home/pid"
  export BRELAN_NATS_START="nats-server -a 127.0.0.1 -p $port -js -sd $nats_home -P $nats_home/pid -l $nats_home/log"
  $BRELAN_NATS_START &
}

stop_nats() {
  kill "$(cat "$BRELAN_NATS_PID")" 2>/dev/null || true
  rm -rf "$nats_home"
}

trap 'stop_nats; stop_postgres' EXIT
start_nats
