#!/bin/sh
# Makes the secrets of compose.yaml, once: what is there is left as it is. Needs nothing but a shell and /dev/urandom.
set -eu
umask 077
cd "$(dirname "$0")"
mkdir -p secrets
# A checkout brings the folder, open to everybody.
chmod 700 secrets
cd secrets

random() { head -c 256 /dev/urandom | LC_ALL=C tr -dc 'A-Za-z0-9' | head -c 43; }

# The containers read them as users of their own; the folder keeps everybody else out.
keep() {
  [ -e "$1" ] || printf '%s\n' "$2" > "$1"
  chmod 444 "$1"
}

keep key_pepper "$(random)"
keep postgres_password "$(random)"
keep database_url "postgres://backline:$(cat postgres_password)@postgres:5432/backline"
keep valkey_url "redis://:$(random)@valkey:6379"
keep valkey_conf "requirepass $(sed 's|^redis://:\(.*\)@valkey:6379$|\1|' valkey_url)"
echo "The secrets are in $(pwd). Keep a copy of key_pepper: without it no key works."
