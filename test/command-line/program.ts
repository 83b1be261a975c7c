// Runs the built program.
import { type ChildProcess, spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { SERVICE } from '#paths.js'
import type { Environment } from '#test/harness/process.js'

export interface Ended {
  code: number | null
  out: string
  err: string
}

export interface Running {
  child: ChildProcess
  ended: Promise<Ended>
}

export function startProgram(args: readonly string[], env: Environment = {}): Running {
  const child = spawn(process.execPath, [SERVICE, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const code = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const streams = Promise.all([text(child.stdout), text(child.stderr)])
  return { child, ended: streams.then(async ([out, err]) => ({ code: await code, out, err })) }
}

export const runProgram = (args: readonly string[], env: Environment = {}): Promise<Ended> =>
  startProgram(args, env).ended
