/* Runs a Java program many times in one virtual machine: to start one takes longer than most runs.
 *
 *     java Runs FOLDER ARCHIVE CLASS
 *
 * The classes are in the archive, or in the folder if it has none. Each run has classes of its own,
 * so that its static variables are new. A request on standard input is three numbers (the seconds
 * of processor time, the most bytes of output, the bytes of the input) and the input. The answer is
 * four numbers (how the run ended, the milliseconds that it took, the bytes of its output and of
 * its errors) and these bytes. Numbers have 32 bits, highest byte first. A run that does not end,
 * or that prints too much, ends the machine. So does one that must be made by a process of its own,
 * but then there is no answer.
 *
 * The time is that of a clock on the wall, or the thread's processor time, if a run takes long: to
 * ask for it the first time takes longer than most runs. */
import java.io.*;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.*;
import java.nio.file.*;
import java.util.*;
import java.util.zip.*;

public class Runs {
    static final int PASSED = 0, FAILED = 1, TIMEOUT = 2, FLOODING = 3;
    static final int MAX_ERRORS = 1 << 16, STACK = 256 << 20, LARGE = 128 << 20, LOOK_MS = 50;
    static final int IDLE_TIMES = 10, BUSY_SHARE = 200; // as in base/sandbox/warden.c

    final Map<String, byte[]> classes = new HashMap<>();
    final DataInputStream requests = new DataInputStream(new BufferedInputStream(System.in));
    final DataOutputStream answers = new DataOutputStream(new BufferedOutputStream(System.out));
    final String main;
    final long brief; // in nanoseconds: the time of a shorter run does not matter
    Printed output, errors;
    long start; // in nanoseconds, as the next
    long limit;

    /* Loaded when a run takes long. */
    static class Clock {
        static final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    }

    /* What a run has printed. */
    class Printed extends ByteArrayOutputStream {
        final int most;
        final boolean isOutput;

        Printed(int most, boolean isOutput) {
            this.most = most;
            this.isOutput = isOutput;
        }

        @Override
        public synchronized void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public synchronized void write(byte[] bytes, int offset, int n) {
            super.write(bytes, offset, Math.min(n, most - count));
            if (count == most && isOutput) // one byte more than allowed
                giveUp(FLOODING, time());
        }
    }

    class Loader extends ClassLoader {
        Loader() {
            super(ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.get(name);
            if (bytes == null)
                throw new ClassNotFoundException(name);
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    Runs(String folder, String made, String main, long brief) throws IOException {
        this.brief = brief;
        this.main = main;
        Path top = Path.of(folder), archive = top.resolve(made);
        if (Files.exists(archive)) { // made by Compile
            try (var zip = new ZipInputStream(Files.newInputStream(archive))) {
                for (ZipEntry entry; (entry = zip.getNextEntry()) != null;)
                    add(entry.getName(), zip.readAllBytes());
            }
            return;
        }
        try (var files = Files.walk(top)) {
            for (Path file : (Iterable<Path>) files::iterator)
                if (file.toString().endsWith(".class"))
                    add(top.relativize(file).toString(), Files.readAllBytes(file));
        }
    }

    void add(String file, byte[] bytes) {
        classes.put(file.substring(0, file.length() - ".class".length()).replace('/', '.'), bytes);
    }

    long wallTime() {
        return System.nanoTime() - start;
    }

    /* Returns the time that the thread, which is that of the run, has taken. */
    long time() {
        return wallTime() < brief ? wallTime() : Clock.threads.getCurrentThreadCpuTime();
    }

    synchronized void answer(int end, long time) {
        try {
            answers.writeInt(end);
            answers.writeInt((int) (time / 1000000));
            answers.writeInt(output.size());
            answers.writeInt(errors.size());
            output.writeTo(answers);
            errors.writeTo(answers);
            answers.flush();
        } catch (IOException gone) {
            Runtime.getRuntime().halt(1);
        }
    }

    void giveUp(int end, long time) {
        answer(end, time);
        Runtime.getRuntime().halt(0);
    }

    /* Calls main(). Returns whether it ended well. */
    boolean call() {
        Throwable thrown;
        try {
            Class<?> program = new Loader().loadClass(main);
            Method method = program.getMethod("main", String[].class);
            if (!Modifier.isStatic(method.getModifiers()))
                Runtime.getRuntime().halt(1);
            method.setAccessible(true);
            method.invoke(null, (Object) new String[0]);
            return true;
        } catch (NoSuchMethodException other) { // that newer versions start
            Runtime.getRuntime().halt(1);
            return false;
        } catch (InvocationTargetException error) {
            thrown = error.getCause();
        } catch (Throwable error) {
            thrown = error;
        }
        System.err.print("Exception in thread \"main\" ");
        thrown.printStackTrace();
        return false;
    }

    void run(int seconds, int most, byte[] input) throws Exception {
        boolean[] isPassed = {false};
        long[] time = {0};
        output = new Printed(most + 1, true);
        errors = new Printed(MAX_ERRORS, false);
        System.setIn(new ByteArrayInputStream(input));
        System.setOut(new PrintStream(output, false, "UTF-8"));
        System.setErr(new PrintStream(errors, false, "UTF-8"));
        Thread thread = new Thread(null, () -> {
            isPassed[0] = call();
            System.out.flush();
            System.err.flush();
            time[0] = time();
        }, "main", STACK);
        limit = seconds * 1000000000L;
        start = System.nanoTime();
        thread.start();
        thread.join(brief / 1000000);
        while (thread.isAlive()) {
            long used = Clock.threads.getThreadCpuTime(thread.getId());
            if (used >= limit)
                giveUp(TIMEOUT, used);
            if (wallTime() > limit * IDLE_TIMES && used * BUSY_SHARE < limit * IDLE_TIMES)
                Runtime.getRuntime().halt(1);
            thread.join(LOOK_MS);
        }
        if (Runtime.getRuntime().totalMemory() > LARGE)
            System.gc(); // other servers need memory, too
        answer(isPassed[0] ? PASSED : FAILED, time[0]);
    }

    public static void main(String[] arguments) throws Exception {
        Runs runs = new Runs(arguments[0], arguments[1], arguments[2],
            Long.parseLong(arguments[3]) * 750000); // three quarters of it
        for (;;) {
            int seconds, most;
            byte[] input;
            try {
                seconds = runs.requests.readInt();
                most = runs.requests.readInt();
                input = new byte[runs.requests.readInt()];
            } catch (EOFException end) {
                return;
            }
            runs.requests.readFully(input);
            runs.run(seconds, most, input);
        }
    }
}
