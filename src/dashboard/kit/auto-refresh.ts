// Refreshes a page while it is visible and not paused.
import type { ApiFailure } from './api.js'
import { element } from './dom.js'
import { formatTime } from './format.js'

const EVERY_SECONDS = 10

/** `refresh` returns the failures. Returns the controls. */
export function autoRefresh(refresh: () => Promise<readonly ApiFailure[]>): HTMLElement {
  const stamp = element('span', { class: 'muted' })
  const button = element('button', { type: 'button', onclick: toggle }, 'Pause updates')
  let timer: number | undefined
  let isPaused = false

  async function run(): Promise<void> {
    clearTimeout(timer)
    if (isPaused || document.hidden) return
    const failures = await refresh()
    if (failures.length === 0) stamp.textContent = `Updated ${formatTime(new Date())}`
    clearTimeout(timer)
    const waitSeconds = failures.map(({ retryAfterSeconds }) => retryAfterSeconds)
    timer = setTimeout(() => void run(), Math.max(EVERY_SECONDS, ...waitSeconds) * 1000)
  }

  function toggle(): void {
    isPaused = !isPaused
    button.textContent = isPaused ? 'Resume updates' : 'Pause updates'
    void run()
  }

  document.addEventListener('visibilitychange', () => void run())
  void run()
  return element('div', { class: 'freshness' }, stamp, button)
}
