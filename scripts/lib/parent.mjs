/**
 * Stops this process when its parent process ends. npm and its shell do not pass signals on, and a parent can be
 * killed. Without this function, this process would continue without a parent.
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
