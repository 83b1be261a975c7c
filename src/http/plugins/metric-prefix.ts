/** Of the metrics of the service. Those of Node keep the names by which dashboards for Node know them. */
export const METRIC_PREFIX = 'automation_'
