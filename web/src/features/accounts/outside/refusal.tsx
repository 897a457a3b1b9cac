import { Notice } from '#ui/notice.tsx'
import { wordsOfRefusal } from './refusals.ts'

/** Why the way through somebody else ended here. Loaded where it did. */
export default function Refusal({ code }: { code: string }) {
  return <Notice tone="red">{wordsOfRefusal(code)}</Notice>
}
