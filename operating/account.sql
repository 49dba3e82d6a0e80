-- The app's account and database, made once at the primary: psql --set=password=… --file=account.sql
SELECT format('CREATE ROLE terrahedron LOGIN PASSWORD %L', :'password')
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'terrahedron') \gexec
SELECT 'CREATE DATABASE terrahedron OWNER terrahedron'
WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'terrahedron') \gexec
