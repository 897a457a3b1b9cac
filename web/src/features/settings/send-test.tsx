import { Button } from '@mantine/core'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { sendTest } from './notification-settings.ts'
import styles from './send-test.module.css'

export function SendTest() {
  const { start, isBusy, failure } = useAct({
    run: async () => {
      const isMailed = await sendTest()
      toast(
        isMailed
          ? 'The test is sent: see the bell and your mail.'
          : 'The test is sent: see the bell.',
      )
    },
    failed: 'The test was not sent.',
  })
  return (
    <div className={styles.test}>
      <Button variant="default" loading={isBusy} onClick={() => start()}>
        Send me a test
      </Button>
      {failure ? <Notice tone="red">{failure}</Notice> : null}
    </div>
  )
}
