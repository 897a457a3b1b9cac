set local row_security = off;

-- Returns the text with spaces in place of punctuation. Without this, the parser takes "roof/gutter" for a file name and
-- "leak.roof" for a host name, and their parts are not found.
create function app.without_punctuation(text text) returns text
language sql immutable set search_path = ''
as $$
  select translate(text, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32))
$$;

-- Returns the words of a job that a contractor's search compares: each word as it is written, and its English stem. The
-- high cost tells the planner to use the index instead of calling this for each row.
create function app.job_words(job_title text, job_description text, job_location text, job_category text)
returns tsvector
language sql immutable set search_path = '' cost 5000
as $$
  select strip(to_tsvector('pg_catalog.simple', words.text) || to_tsvector('pg_catalog.english', words.text))
  from app.without_punctuation(concat_ws(' ', job_title, job_description, job_location, job_category)) as words (text)
$$;

-- Users who post a job call these functions, because the index needs the words.
grant execute on function app.without_punctuation(text), app.job_words(text, text, text, text)
  to authenticated, service_role;

drop index public.jobs_biddable_text_trgm_idx;
create index jobs_biddable_words_idx on public.jobs
  using gin (app.job_words(title, description, location, category))
  where is_biddable;
