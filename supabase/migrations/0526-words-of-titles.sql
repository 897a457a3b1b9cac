set local row_security = off;

-- A contractor's search shows jobs with its words in their titles first.
create index jobs_biddable_title_words_idx on public.jobs
  using gin (app.job_words(title, null, null, null))
  where is_biddable;
