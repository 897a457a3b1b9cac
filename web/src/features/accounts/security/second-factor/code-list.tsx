import { Button } from '@mantine/core'
import { Copy, Download } from 'lucide-react'
import { Notice } from '#ui/notice.tsx'
import { useAct } from '#ui/use-act.ts'
import styles from './second-factor.module.css'

export function CodeList({ codes }: { codes: string[] }) {
  const text = `${codes.join('\n')}\n`
  const { start, failure } = useAct({
    run: () => navigator.clipboard.writeText(text),
    done: 'The recovery codes are copied.',
    failed: 'They could not be copied. Select them and copy them yourself.',
  })
  return (
    <>
      <Notice tone="amber">
        Keep these recovery codes where you find them without your phone. They are shown only now;
        each works once in place of your app.
      </Notice>
      <ul aria-label="Recovery codes" className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button
          variant="default"
          size="sm"
          leftSection={<Copy size={15} aria-hidden />}
          onClick={() => start()}
        >
          Copy
        </Button>
        <Button
          component="a"
          variant="default"
          size="sm"
          leftSection={<Download size={15} aria-hidden />}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="mendwell-recovery-codes.txt"
        >
          Download
        </Button>
      </div>
      {failure ? <Notice tone="red">{failure}</Notice> : null}
    </>
  )
}
