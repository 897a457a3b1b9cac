-- Finds out how frequent the words of a contractor's search are, without reading jobs. ANALYZE stores the most frequent
-- words of the available jobs, each with its share of these jobs, as statistics of the index of words.

-- Returns the words of a search, each with the largest share of a word that it matches. The share of a word that is not
-- among the most frequent ones is 0. The function is PL/pgSQL, so that a session plans the query only once: planning
-- takes several times as long as reading the statistics.
create function app.job_word_shares(query text) returns table (word text, stem text, share real)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    with frequent as (
      select f.word, f.share
      from pg_catalog.pg_stats s,
           unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) as f (word, share)
      where s.schemaname = 'public' and s.tablename = 'jobs_biddable_words_idx'
    )
    select w.word, w.stem,
           coalesce(
             (select max(f.share) from frequent f where starts_with(f.word, w.word) or f.word = w.stem), 0::real
           )
    from app.job_search_words(query) w;
end
$$;

-- Returns a number of matches that a search has at least, as far as the statistics tell. If 90 % of the jobs have one
-- word and 80 % another one, at least 70 % have both. All jobs without them may be in the wanted category.
create function app.min_job_matches(query text, wanted_category text) returns double precision
language sql stable security definer set search_path = ''
as $$
  select app.biddable_job_count(wanted_category)
    - app.biddable_job_count(null) * (1 - greatest(sum(w.share) - count(*) + 1, 0))
  from app.job_word_shares(query) w
$$;

-- Returns the ids of all matches of a search by a frequent word and a rare one. The index would read all jobs with the
-- frequent word, so it looks for the rare words alone, and the jobs that it finds are compared with the search. Returns
-- null if there is no such word, or if its number of jobs is above the limit.
create function app.rare_job_matches(query text, condition tsquery) returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  frequent_share constant real := 0.02;
  max_candidates constant integer := 200;
  rare constant tsquery := (
    select app.job_condition(array_agg(w.word) filter (where w.share = 0), array_agg(w.stem) filter (where w.share = 0))
    from app.job_word_shares(query) w
    having max(w.share) > frequent_share
  );
  candidates uuid[];
begin
  if rare is null then
    return null;
  end if;
  candidates := array(
    select j.id from app.biddable_jobs j
    where app.job_words(j.title, j.description, j.location, j.category) @@ rare
    limit max_candidates + 1
  );
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
