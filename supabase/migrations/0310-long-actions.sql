set local row_security = off;

-- A part may be what an admin did, and its name has up to 100 signs: none is to be kept from being written for its number.
alter table private.tallies
  drop constraint tallies_part_check,
  add constraint tallies_part_check check (length(part) <= 100);
alter table private.tally_changes
  drop constraint tally_changes_part_check,
  add constraint tally_changes_part_check check (length(part) <= 100);
