/** A variable of the environment is wrong; the message names it and what is expected. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}
