// The banner of a low disk.
import { type ApiFailure, apiClient, callApi } from './api.js'
import { element } from './dom.js'
import { lowDiskWarning } from './low-disk.js'

export interface DiskBanner {
  element: HTMLElement
  load(): Promise<{ failure?: ApiFailure | undefined }>
}

export function openDiskBanner(): DiskBanner {
  // Stays on the page while empty: a screen reader announces only what changes within it.
  const banner = element('p', { class: 'failure banner', role: 'alert' })
  return {
    element: banner,
    async load() {
      const { data, failure } = await callApi(apiClient.GET('/health'))
      const warning = data ? lowDiskWarning(data) : banner.textContent
      if (banner.textContent !== warning) banner.textContent = warning
      return { failure }
    }
  }
}
