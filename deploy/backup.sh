#!/bin/sh
# backup.sh FOLDER DAYS: a PostgreSQL of your own, and the files that its rows name, into FOLDER/<time>; then what is older
# than so many days goes. It takes the settings of the server. docs/operations/backups.md says how to bring one back.
set -eu
umask 077
: "${DATABASE_URL:?is not set}"
# Of several hosts the one that takes writes: a lock on a standby holds up nobody.
export PGTARGETSESSIONATTRS=read-write

if [ -n "${BACKUP_UNDER_WAY:-}" ]; then
  to=$BACKUP_UNDER_WAY
  pg_dumpall --dbname="$DATABASE_URL" --roles-only --no-role-passwords --file="$to/roles.sql"
  pg_dump --format=custom --exclude-table-data=realtime.changes --file="$to/database.dump" "$DATABASE_URL"
  # What tar calls 1 is a file that went before it got there: it was on its way, or refused, and no row names it.
  [ -n "${S3_BUCKET:-}" ] || tar --create --file="$to/files.tar" --directory="${DATA_DIR:?is not set}" files || [ $? = 1 ]
  exec touch "$to/whole"
fi

folder=$1 days=$2
made=$folder/$(date -u +%Y-%m-%dT%H-%M-%SZ)
mkdir -p "$folder"
mkdir "$made.unfinished"
# While a session holds this lock, servers remove no file; the last word fails where it was lost meanwhile. psql does not pass
# on what became of a script.
if ! BACKUP_UNDER_WAY=$made.unfinished BACKUP_SCRIPT=$0 psql "$DATABASE_URL" --no-psqlrc --quiet --output=/dev/null \
  --set=ON_ERROR_STOP=1 --command="set lock_timeout = '5s'" --command='select pg_advisory_lock(4714, 1)' \
  --command='\! exec sh "$BACKUP_SCRIPT"' --command='select 1' || [ ! -e "$made.unfinished/whole" ]
then
  echo "The backup failed: what there is of it is $made.unfinished." >&2
  exit 1
fi
rm "$made.unfinished/whole"
mv --no-target-directory "$made.unfinished" "$made"
find "$folder" -mindepth 1 -maxdepth 1 -name '20*Z*' -mtime "+$days" -exec rm -r {} +
echo "Backed up into $made."
