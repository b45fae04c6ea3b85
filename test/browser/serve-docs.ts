import { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { openBrowser } from './open-browser.ts'

/** A service with the documentation, and a browser, for the tests of one suite. */
export interface ServedDocs {
  readonly service: TestService
  readonly origin: string
  readonly browser: Browser
}

/** Starts both before the tests of the enclosing suite, and stops them after. */
export function serveDocs(): ServedDocs {
  const folder = temporaryFolder()
  let started: Omit<ServedDocs, 'origin'> | undefined
  before(async () => {
    started = { service: await startTestService({ folder }), browser: await openBrowser() }
  })
  after(async () => {
    await started?.browser.close()
    await started?.service.stop()
  })
  const running = () => {
    if (started === undefined) throw new Error('The service starts before the first test.')
    return started
  }
  return {
    get service() {
      return running().service
    },
    get origin() {
      return running().service.origin
    },
    get browser() {
      return running().browser
    },
  }
}
