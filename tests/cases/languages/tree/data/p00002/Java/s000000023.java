class Main {
