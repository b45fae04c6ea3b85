import type { Finding, HealthLevel } from '../../../../../src/health/health-check.ts'

/** Texts of the health checks in one language. `{r}` is the region. */
export interface HealthMessages {
  readonly title: string
  readonly help: string
  readonly what: string
  readonly state: string
  readonly doc: string
  readonly levels: Readonly<Record<HealthLevel, string>>
  readonly subjects: Readonly<Record<string, string>>
  readonly gateway: string
  readonly collector: string
  readonly findings: Readonly<Record<Finding, string>>
}
