// Keeps a page up to date while somebody sees it and wants it so.
import { element } from './dom.js'
import { timeOf } from './words.js'

const EVERY_SECONDS = 10

/** The refresh says after how many seconds at least the next one may come. Returns its own controls. */
export function keepFresh(refresh: () => Promise<number>): HTMLElement {
  const stamp = element('span', { class: 'muted' })
  const button = element('button', { type: 'button', onclick: toggle }, 'Pause updates')
  let timer: number | undefined
  let isPaused = false

  async function run(): Promise<void> {
    clearTimeout(timer)
    if (isPaused || document.hidden) return
    const waitSeconds = await refresh()
    if (waitSeconds === 0) stamp.textContent = `Updated ${timeOf(new Date())}`
    clearTimeout(timer)
    timer = setTimeout(() => void run(), Math.max(EVERY_SECONDS, waitSeconds) * 1000)
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
