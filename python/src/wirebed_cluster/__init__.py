"""The workers of a Dask cluster, on which a study asks in parallel. Dask distributes the work, and asks another worker
where one is lost."""
