-- The accepted bid becomes rejected, and the job is open for bids again.
create function app.admin_release_award(of_job uuid, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  job public.jobs;
begin
  perform app.require_admin();
  select * into job from public.jobs where id = of_job for update;
  if not found then
    perform app.refuse(404, 'job_unknown', 'This job was not found.', 'Find the job in the list of jobs.');
  end if;
  if job.status = 'finished' then
    perform app.refuse(409, 'job_finished', 'This job is finished.', 'Refund its payment instead.');
  end if;
  if job.awarded_at is null then
    perform app.refuse(409, 'job_not_awarded', 'This job has not been awarded.', 'Reload to see its current status.');
  end if;
  perform app.audit('release_award', of_job::text, app.check_reason(reason),
    jsonb_build_object('contractor', job.awarded_contractor_id));
  update public.jobs set awarded_at = null, awarded_contractor_id = null where id = of_job;
  update public.bids set status = 'rejected' where job_id = of_job and status = 'accepted';
end
$$;

select app.expose(
  'admin_release_award(job_id uuid, reason text)',
  'Revokes an award and opens the job for bids again. For admins, with a reason.'
);
