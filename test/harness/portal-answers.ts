import type { PortalDeveloper } from '../../src/portal/contract/shapes.ts'
import type { PortalFixtures } from './portal-fixtures.ts'

/** 2026-11-20T09:00:00Z, when the things of the answers were made. */
export const MADE_MS = Date.UTC(2026, 10, 20, 9)

/** Who is signed in. */
export const PORTAL_DEVELOPER: PortalDeveloper = {
  developerId: 'd_ada',
  name: 'Ada <script>alert(1)</script>',
  state: 'active',
  isOperator: false,
  limits: { minute: 60, day: 10_000, concurrency: 4 },
  createdAtMs: MADE_MS,
}

/** How one may sign in, and that somebody has. */
export const SIGNED_IN = {
  provider: 'Example ID',
  registration: 'open',
  developer: PORTAL_DEVELOPER,
  apiOrigin: 'https://api.example',
} as const satisfies PortalFixtures['sign_in.options']
