-- Finds out how frequent the words of a contractor's search are, without reading jobs. ANALYZE stores the most frequent
-- words of the available jobs, each with its share of these jobs, as statistics of the index of words.

-- Returns two facts about a search. `rare` is the condition of its rare words, if it has a frequent word too. A word is
-- rare if it is not among those that ANALYZE stored. `common_share` is a share of the jobs that has all words at least:
-- if 90 % of the jobs have one word and 80 % another one, at least 70 % have both.
-- The function is PL/pgSQL, so that a session plans the query only once: planning takes several times as long as reading
-- the statistics.
create function app.job_word_statistics(query text, out rare tsquery, out common_share double precision)
language plpgsql stable security definer set search_path = ''
as $$
declare
  frequent_share constant real := 0.02;
begin
  with stored as (
    select f.word, f.share
    from pg_catalog.pg_stats s,
         unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) as f (word, share)
    where s.schemaname = 'public' and s.tablename = 'jobs_biddable_words_idx'
  ), words as (
    select w.word, w.stem,
           coalesce((select max(s.share) from stored s where starts_with(s.word, w.word) or s.word = w.stem), 0) as share
    from app.job_search_words(query) w
  )
  select case when max(w.share) > frequent_share then
           app.job_condition(array_agg(w.word) filter (where w.share = 0), array_agg(w.stem) filter (where w.share = 0))
         end,
         greatest(sum(w.share) - count(*) + 1, 0)
    into rare, common_share
    from words w;
end
$$;

-- Returns how many jobs match a search at least. All jobs without its words may be in the wanted category.
create function app.min_job_matches(common_share double precision, wanted_category text) returns double precision
language sql stable security definer set search_path = ''
as $$
  select app.biddable_job_count(wanted_category) - app.biddable_job_count(null) * (1 - common_share)
$$;

-- Returns the ids of all matches of a search with rare words. The index would read all jobs with the other words, so it
-- looks for the rare words alone, and the jobs that it finds are compared with the search. Returns null if their number
-- is above the limit.
create function app.rare_job_matches(rare tsquery, condition tsquery) returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  max_candidates constant integer := 200;
  candidates constant uuid[] := array(
    select j.id from app.biddable_jobs j
    where app.job_words(j.title, j.description, j.location, j.category) @@ rare
    limit max_candidates + 1
  );
begin
  if cardinality(candidates) > max_candidates then
    return null;
  end if;
  return array(
    select j.id from app.biddable_jobs j
    where j.id = any (candidates)
      -- STRIP changes nothing, but it hides the condition from the index.
      and strip(app.job_words(j.title, j.description, j.location, j.category)) @@ condition
  );
end
$$;
