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
    execFile(program, args, optionsWith(settings), (error, out, problems) => {
      const code = error ? Number(error.code) : 0
      resolve({ code, output: out + problems })
    })
  })
}

export function runScript(name: string, args: string[], settings: NodeJS.ProcessEnv) {
  return run(process.execPath, [scriptOf(name), ...args], settings)
}

/** Starts a command and returns at once, so that the test can interrupt the command. */
export function launchScript(name: string, args: string[], settings: NodeJS.ProcessEnv) {
  return launchNode([scriptOf(name), ...args], settings)
}

export function launchNode(args: string[], settings: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, args, optionsWith(settings))
  let said = ''
  let problems = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (problems += text))
  const ended = new Promise<CommandResult>((resolve) => {
    child.once('close', (code) => resolve({ code: code ?? 0, output: problems }))
  })
  after(() => child.kill('SIGKILL'))
  return { kill: (signal: NodeJS.Signals) => child.kill(signal), said: () => said, ended }
}

const scriptOf = (name: string) => `scripts/${name}.mjs`

function optionsWith(settings: NodeJS.ProcessEnv) {
  // In some networks, the command trusts its servers only with the certificates in NODE_EXTRA_CA_CERTS.
  const { HOME, PATH, NODE_EXTRA_CA_CERTS } = process.env
  return { cwd: root, env: { HOME, PATH, NODE_EXTRA_CA_CERTS, ...settings } }
}
