/**
 * npm and its shell end at a signal without passing it on, and a launcher can be killed. This
 * process would then continue without a parent, so it stops as if it had received the signal.
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
