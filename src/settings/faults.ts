// Collects all that is wrong with the settings, so that an operator need not find one fault after the other.
import { SettingsError } from './error.js'

export class SettingsFaults {
  readonly #messages: string[] = []

  add(message: string): void {
    this.#messages.push(message)
  }

  /** Reads a part of the settings. After a fault its value is undefined, and must not leave `readSettings`. */
  read<T>(part: () => T): T {
    try {
      return part()
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error
      this.add(error.message)
      // Cast: nobody sees the settings, because the faults are thrown before.
      return undefined as T
    }
  }

  throwIfAny(): void {
    if (this.#messages.length > 0) throw new SettingsError(this.#messages.join('\n'))
  }
}
