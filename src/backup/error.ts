/** A backup cannot be made, or not be restored; the message says why and what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** What is wrong with the content of a backup: the rest of a sentence that begins with its file. */
export class ContentFault extends Error {
  override readonly name = 'ContentFault'
}

export const isOfFileSystem = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error

const ADVICE: Record<string, string> = {
  EACCES: 'Run the command as a user who may use it, or name another place.',
  EDQUOT: 'Free space there, or name a place on another disk.',
  EISDIR: 'Name a file, not a folder.',
  ENOENT: 'Name a file in a folder that exists.',
  ENOSPC: 'Free space there, or name a place on another disk.',
  EPERM: 'Run the command as a user who may use it, or name another place.',
  EROFS: 'Name a place that can be written.'
}

/** Says what the file system has refused, and what to do; any other error stays as it is. */
export function fileSystemFault(what: string, error: unknown): unknown {
  if (!isOfFileSystem(error)) return error
  const advice = ADVICE[error.code ?? ''] ?? 'Check its disk, and run the command again.'
  return new BackupError(`${what} (${error.message}). ${advice}`)
}
