// Gives what is complete its name. A rename alone would replace a file that has the name, and not every file system has the
// links that would not: the name is taken first, and what is complete is moved over it.
import { mkdir, open, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '#runtime/sync-folder.js'
import { BackupError, isOfFileSystem } from './error.js'

export async function placeFile(from: string, to: string): Promise<void> {
  await moveToFreeName(from, to)
  await syncFolder(dirname(to))
}

/** Moves files and folders into another folder: all of them or, where one cannot be moved, none. */
export async function placeAll(names: readonly string[], from: string, to: string): Promise<void> {
  const moved: string[] = []
  try {
    for (const name of names) {
      await moveToFreeName(join(from, name), join(to, name))
      moved.push(name)
    }
    await syncFolder(to)
  } catch (error) {
    for (const name of moved) await rename(join(to, name), join(from, name))
    throw error
  }
}

async function moveToFreeName(from: string, to: string): Promise<void> {
  const isFolder = (await stat(from)).isDirectory()
  await (isFolder ? mkdir(to, { mode: 0o700 }).catch(orTaken(to)) : takeName(to))
  try {
    await rename(from, to)
  } catch (error) {
    await (isFolder ? rmdir(to) : rm(to))
    throw error
  }
}

/** Makes an empty file, which nobody else has made. */
export async function takeName(file: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600).catch(orTaken(file))
  await handle.close()
}

const orTaken = (path: string) => (error: unknown) => {
  throw isOfFileSystem(error) && error.code === 'EEXIST' ? taken(path) : error
}

/** The command never overwrites anything. */
export const taken = (path: string) =>
  new BackupError(
    `${path} exists already, and nothing is ever overwritten. Name another place, or move it away.`
  )
