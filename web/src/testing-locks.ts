// Provides the Web Locks API, which jsdom lacks. Tasks with the same lock run one after another.
interface Lock {
  name: string
  mode: 'exclusive'
}

type Task<Result> = (lock: Lock | null) => Result | Promise<Result>

const held = new Map<string, Promise<unknown>>()

/** Adds `navigator.locks` for the tests of a file. */
export function provideLocks() {
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
}

function request<Result>(name: string, task: Task<Result>): Promise<Result>
function request<Result>(
  name: string,
  options: { ifAvailable?: boolean },
  task: Task<Result>,
): Promise<Result>
async function request<Result>(
  name: string,
  given: { ifAvailable?: boolean } | Task<Result>,
  last?: Task<Result>,
): Promise<Result> {
  const [options, task] = typeof given === 'function' ? [{}, given] : [given, last]
  if (!task) throw new TypeError('A lock needs a task.')
  const before = held.get(name)
  if (before && options.ifAvailable) return task(null)
  const run = (before ?? Promise.resolve()).then(() => task({ name, mode: 'exclusive' }))
  const end: Promise<void> = run.then(
    () => forget(name, end),
    () => forget(name, end),
  )
  held.set(name, end)
  return run
}

function forget(name: string, ended: Promise<unknown>) {
  if (held.get(name) === ended) held.delete(name)
}
