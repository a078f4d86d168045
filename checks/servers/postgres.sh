# Starts PostgreSQL on loopback in a temporary folder, for a script that sources this file.
# Sets BRELAN_POSTGRES (URL) and BRELAN_POSTGRES_RESTART (command).
# The server and its folder are removed when the script ends.

postgres_bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
postgres_home=$(mktemp -d)
# The server refuses to run as root.
as_nobody=()
if [ "$(id -u)" = 0 ]; then
  as_nobody=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
  chown nobody:nogroup "$postgres_home"
fi

start_postgres() {
  local port
  port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
  (
    cd "$postgres_home"
    "${as_nobody[@]}" "$postgres_bin/initdb" -D data -U brelan -A trust --locale=C.UTF-8 >initdb.log
    "${as_nobody[@]}" "$postgres_bin/pg_ctl" -D "$postgres_home/data" -l log -w start \
      -o "-c listen_addresses=127.0.0.1 -c port=$port -c unix_socket_directories=$postgres_home -c max_connections=400" >/dev/null
  )
  export BRELAN_POSTGRES="postgres://brelan@127.0.0.1:$port"
  export BRELAN_POSTGRES_RESTART="${as_nobody[*]} $postgres_bin/pg_ctl -D $postgres_home/data -l $postgres_home/log -m immediate -w restart"
}

stop_postgres() {
  "${as_nobody[@]}" "$postgres_bin/pg_ctl" -D "$postgres_home/data" -m immediate stop >/dev/null || true
  rm -rf "$postgres_home"
}

trap stop_postgres EXIT
start_postgres
