/**
 * Returns a function that shares one read among all calls of the same moment. A later call starts a new read, because a
 * pending read may be too old for it.
 */
export function sharedRead<Data>(read: () => Promise<Data>) {
  let next: Promise<Data> | undefined
  return () => {
    next ??= nextTask().then(() => {
      next = undefined
      return read()
    })
    return next
  }
}

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))
