// Runs the operator's commands, each in a new process.
import { execFile, spawn } from 'node:child_process'
import { after } from 'node:test'
import { root } from './server.ts'

export interface CommandResult {
  code: number
  output: string
}

export function run(program: string, args: string[], settings: NodeJS.ProcessEnv) {
  return new Promise<CommandResult>((resolve) => {
    execFile(program, args, spawnOptions(settings), (error, standardOutput, stderr) => {
      const code = error ? Number(error.code) : 0
      resolve({ code, output: standardOutput + stderr })
    })
  })
}

export function runScript(name: string, args: string[], settings: NodeJS.ProcessEnv) {
  return run(process.execPath, [scriptPath(name), ...args], settings)
}

/** Starts a command and returns at once, so that the test can interrupt the command. */
export function launchScript(name: string, args: string[], settings: NodeJS.ProcessEnv) {
  return launchNode([scriptPath(name), ...args], settings)
}

export function launchNode(args: string[], settings: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, args, spawnOptions(settings))
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const result = new Promise<CommandResult>((resolve) => {
    child.once('close', (code) => resolve({ code: code ?? 0, output: stderr }))
  })
  after(() => child.kill('SIGKILL'))
  return { kill: (signal: NodeJS.Signals) => child.kill(signal), stdout: () => stdout, result }
}

const scriptPath = (name: string) => `scripts/${name}.mjs`

function spawnOptions(settings: NodeJS.ProcessEnv) {
  // In some networks, a process can verify other servers only with the certificates in NODE_EXTRA_CA_CERTS.
  const { HOME, PATH, NODE_EXTRA_CA_CERTS } = process.env
  return { cwd: root, env: { HOME, PATH, NODE_EXTRA_CA_CERTS, ...settings } }
}
