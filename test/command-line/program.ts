// Runs the built program until it ends by itself.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { SERVICE } from '#paths.js'
import type { Environment } from '#test/harness/process.js'

export interface Ended {
  code: number | null
  out: string
  err: string
}

export async function runProgram(args: readonly string[], env: Environment = {}): Promise<Ended> {
  const child = spawn(process.execPath, [SERVICE, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const code = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, out, err }
}
