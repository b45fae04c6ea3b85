import { watchMaintenance } from '../shared/maintenance/maintenance-banner.ts'
import { refreshPage } from './refresh-page.ts'
import './status.css'

refreshPage()
watchMaintenance()
