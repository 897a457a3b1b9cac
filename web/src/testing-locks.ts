// Provides the Web Locks API, which jsdom lacks.
interface Lock {
  name: string
  mode: 'exclusive'
}

type Task<Result> = (lock: Lock | null) => Result | Promise<Result>

const pendingTasks = new Map<string, Promise<unknown>>()

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
  optionsOrTask: { ifAvailable?: boolean } | Task<Result>,
  lastArgument?: Task<Result>,
): Promise<Result> {
  const [options, task] =
    typeof optionsOrTask === 'function' ? [{}, optionsOrTask] : [optionsOrTask, lastArgument]
  if (!task) throw new TypeError('A lock needs a task.')
  const pending = pendingTasks.get(name)
  if (pending && options.ifAvailable) return task(null)
  const run = (pending ?? Promise.resolve()).then(() => task({ name, mode: 'exclusive' }))
  const settled: Promise<void> = run.then(
    () => removeLock(name, settled),
    () => removeLock(name, settled),
  )
  pendingTasks.set(name, settled)
  return run
}

function removeLock(name: string, settled: Promise<unknown>) {
  if (pendingTasks.get(name) === settled) pendingTasks.delete(name)
}
