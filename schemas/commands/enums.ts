// What people may ask for in comments.

export const COMMAND_NAMES = [
  'status',
  'run',
  'fix',
  'stale_scan',
  'clean_branches',
  'stop',
  'start',
  'settings',
  'waive',
  'unwaive',
  'merge',
  'unqueue',
  'help'
] as const
export type CommandName = (typeof COMMAND_NAMES)[number]

/** `refused`: it was not carried out, and the reply says why. */
export const COMMAND_STATES = ['pending', 'done', 'refused'] as const
export type CommandState = (typeof COMMAND_STATES)[number]

/** What `/service run` may be given. */
export const RUNNABLE = ['triage', 'review', 'heal', 'fix', 'all'] as const
export type Runnable = (typeof RUNNABLE)[number]

export const MOST_COMMANDS = 5

/** The source of actions that reply to commands. */
export const COMMAND_SOURCE = 'comment_command'
