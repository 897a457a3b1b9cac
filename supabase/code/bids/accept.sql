-- Accepts one bid and rejects the other pending bids. A repeated call changes nothing, but a call for another bid is
-- refused with 409.
create function app.accept_bid(selected uuid, of_job uuid) returns public.bids
language plpgsql security definer set search_path = ''
as $$
declare
  job public.jobs;
  bid public.bids;
begin
  select * into job from public.jobs where id = of_job for update;
  if not app.is_server() and job.facility_id is distinct from app.my_id_as('facility') then
    perform app.refuse(403, 'job_not_yours', 'Only the facility that posted this job can accept a bid.',
      'Ask the facility to accept it.');
  end if;
  select * into bid from public.bids where id = selected and job_id = of_job for update;
  if not found then
    perform app.refuse(404, 'bid_unknown', 'This bid was not found.', 'Reload the bids of this job.');
  end if;
  if job.is_deleted then
    perform app.refuse(409, 'job_deleted', 'This job was deleted.', 'Post it again.');
  end if;
  if bid.status = 'accepted' then
    return bid;
  end if;
  if job.awarded_at is not null then
    perform app.refuse(409, 'job_awarded', 'Another bid on this job was accepted.', 'Reload the bids of this job.');
  end if;
  if bid.status <> 'pending' then
    perform app.refuse(409, 'bid_decided', format('This bid was %s.', bid.status), 'Choose another bid.');
  end if;
  update public.bids
    set status = case when id = selected then 'accepted' else 'rejected' end
    where job_id = of_job and status = 'pending';
  update public.jobs
    set awarded_at = now(), awarded_contractor_id = bid.contractor_id
    where id = of_job;
  bid.status := 'accepted';
  return bid;
end
$$;

create function public.accept_and_reject_bids(selected_bid_id uuid, job_id uuid) returns public.bids
language plpgsql set search_path = ''
as $$
begin
  -- The query has the caller's rights, so a hidden job gets the same refusal as a missing one.
  if not exists (select from public.jobs where id = accept_and_reject_bids.job_id) then
    perform app.refuse(404, 'job_unknown', 'This job was not found.', 'Reload your jobs.');
  end if;
  return app.accept_bid(selected_bid_id, job_id);
end
$$;
comment on function public.accept_and_reject_bids(uuid, uuid) is
  'Awards a job to a bidder: that bid becomes accepted, and all other pending ones rejected. For the job''s facility.';

grant execute on function
  public.accept_and_reject_bids(uuid, uuid), app.accept_bid(uuid, uuid)
  to authenticated, service_role;
