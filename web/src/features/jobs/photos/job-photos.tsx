import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../../ui/loaded.tsx'
import styles from './job-photos.module.css'
import { photoLinks } from './photo-links.ts'

/** The photos of a job, each of them whole in a tab of its own. */
export function JobPhotos({ paths }: { paths: string[] }) {
  const query = useQuery(photoLinks(paths))
  if (paths.length === 0) return null
  return (
    <Loaded query={query} loading="Loading photos..." failed="Failed to load the photos.">
      {(photos) => (
        <ul className={styles.photos} aria-label="Photos">
          {photos.map(({ path, address }, place) => (
            <li key={path}>
              <a href={address} target="_blank" rel="noreferrer" className={styles.link}>
                <img
                  src={address}
                  alt={`${place + 1} of ${photos.length}`}
                  className={styles.photo}
                />
              </a>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}
