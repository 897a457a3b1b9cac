#!/bin/sh
# backup.sh FOLDER DAYS copies your own PostgreSQL and the uploaded files into FOLDER/<time>, then deletes backups older
# than DAYS. It needs the server's settings in the environment. docs/operations/backups.md explains how to restore.
set -eu
umask 077
: "${DATABASE_URL:?is not set}"
# Connect to the primary, because a lock on a standby would not stop servers from deleting files.
export PGTARGETSESSIONATTRS=read-write

if [ -n "${BACKUP_UNDER_WAY:-}" ]; then
  to=$BACKUP_UNDER_WAY
  pg_dumpall --dbname="$DATABASE_URL" --roles-only --no-role-passwords --file="$to/roles.sql"
  pg_dump --format=custom --exclude-table-data=realtime.changes --file="$to/database.dump" "$DATABASE_URL"
  # tar exits with 1 if a file vanished meanwhile. Such a file was an unfinished or refused upload, to which no row
  # refers.
  [ -n "${S3_BUCKET:-}" ] || tar --create --file="$to/files.tar" --directory="${DATA_DIR:?is not set}" files || [ $? = 1 ]
  exec touch "$to/whole"
fi

folder=$1 days=$2
made=$folder/$(date -u +%Y-%m-%dT%H-%M-%SZ)
mkdir -p "$folder"
mkdir "$made.unfinished"
# psql takes a lock, and runs this script a second time to copy the data. Servers delete no files while psql's session
# holds the lock. "select 1" fails if the session was lost. psql ignores the exit code of the second run, so that run
# reports its success with the file "whole".
if ! BACKUP_UNDER_WAY=$made.unfinished BACKUP_SCRIPT=$0 psql "$DATABASE_URL" --no-psqlrc --quiet --output=/dev/null \
  --set=ON_ERROR_STOP=1 --command="set lock_timeout = '5s'" --command='select pg_advisory_lock(4714, 1)' \
  --command='\! exec sh "$BACKUP_SCRIPT"' --command='select 1' || [ ! -e "$made.unfinished/whole" ]
then
  echo "The backup failed. Its unfinished part is in $made.unfinished." >&2
  exit 1
fi
rm "$made.unfinished/whole"
mv --no-target-directory "$made.unfinished" "$made"
find "$folder" -mindepth 1 -maxdepth 1 -name '20*Z*' -mtime "+$days" -exec rm -r {} +
echo "Backed up into $made."
