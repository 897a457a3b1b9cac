set local row_security = off;

-- An award has two sides: whose job it is has to look for somebody else.
insert into public.notice_kinds (name, setting, template, title, reason, path) values
  ('award_reopened', 'job_updates', 'award-reopened', '{subject} was taken back from {who}',
   'You posted this job.', '/facility-dashboard');
