import type { ComponentProps } from 'react'
import { FilesField } from './files-field.tsx'

/** Photos, also taken on the spot: `<PhotosField label="Photos" uploads={photos} />` */
export function PhotosField(props: Omit<ComponentProps<typeof FilesField>, 'withCamera'>) {
  return <FilesField {...props} withCamera />
}
