/**
 * npm and its shell die of a signal without passing it on; a launcher can be killed. Either way
 * this process would live on unowned, so it stops as if the signal had reached it.
 */
export function stopWithParent() {
  if (!process.env.npm_lifecycle_event && !process.connected) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  timer.unref()
}
