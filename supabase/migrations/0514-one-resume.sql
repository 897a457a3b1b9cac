set local row_security = off;
-- Hosted Supabase refuses other deletions than those of its storage service.
set local storage.allow_delete_query = 'true';

-- A user has one resume. The one that resume_url names stays, or else the newest. Deleting a row also adds the job that
-- removes its file. See docs/decisions/0060-one-resume.md.
with resumes as (
  select object.id, row_number() over (
      partition by split_part(object.name, '/', 1)
      order by right(profile.resume_url, length(object.name)) is not distinct from object.name desc,
        object.updated_at desc nulls last, object.created_at desc, object.name
    ) as rank
  from storage.objects object
  left join public.profiles profile on profile.id::text = split_part(object.name, '/', 1)
  where object.bucket_id = 'documents'
    and object.name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/resume/'
)
delete from storage.objects object using resumes where resumes.id = object.id and resumes.rank > 1;

update public.profiles profile set documents = jsonb_set(profile.documents, '{resume}', to_jsonb(object.name))
  from storage.objects object
  where object.bucket_id = 'documents' and split_part(object.name, '/', 2) = 'resume'
    and split_part(object.name, '/', 1) = profile.id::text
    and object.name is distinct from profile.documents ->> 'resume';
