/* Compiles a Java program. Standard input has the seconds of processor time that it may take, the
 * name of its file, a line end, and its text; standard output gets its classes as an archive (JAR).
 * If the compiler says an error, it fails. It accepts no program that the compiler's own process
 * does not: it has no classes but those of Java, a smaller stack, less time, and room for fewer
 * classes.
 *
 * Runs runs it many times in one virtual machine, because the compiler is slow at its start. */
import java.io.*;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.concurrent.FutureTask;
import java.util.zip.*;
import javax.tools.*;

public class Compile {
    static final int STACK = 512 << 10, LOOK_MS = 100;
    static final int MAX_CLASSES = 900; // of 1024 files that a program's folder has room for

    static class Source extends SimpleJavaFileObject {
        final CharSequence text;

        Source(String file, CharSequence text) throws Exception {
            super(new URI("program", null, "/" + file, null), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignored) {
            return text;
        }
    }

    static class Made extends SimpleJavaFileObject {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Made(String name) throws Exception {
            super(new URI("program", null, "/" + name.replace('.', '/') + ".class", null),
                  Kind.CLASS);
        }

        @Override
        public OutputStream openOutputStream() {
            return bytes;
        }
    }

    /* Keeps the classes in memory. */
    static class Classes extends ForwardingJavaFileManager<JavaFileManager> {
        final List<Made> all = new ArrayList<>();

        Classes(JavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(Location location, String name,
                                                   JavaFileObject.Kind kind, FileObject sibling) {
            try {
                all.add(new Made(name));
                return all.get(all.size() - 1);
            } catch (Exception error) {
                throw new IllegalArgumentException(error);
            }
        }
    }

    /* Ends the machine if the thread takes longer. */
    static void await(Thread thread, long nanoseconds) throws InterruptedException {
        thread.join(LOOK_MS);
        while (thread.isAlive()) {
            if (ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.getId()) > nanoseconds)
                Runtime.getRuntime().halt(1);
            thread.join(LOOK_MS);
        }
    }

    public static void main(String[] arguments) throws Exception {
        ByteBuffer input = ByteBuffer.wrap(System.in.readAllBytes());
        int end = 0;
        while (input.get(end) != '\n')
            end++;
        String[] line = new String(input.array(), 0, end, StandardCharsets.UTF_8).split(" ", 2);
        String file = line[1];
        input.position(end + 1);
        Source source = new Source(file, StandardCharsets.UTF_8.newDecoder().decode(input));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        files.setLocation(StandardLocation.CLASS_PATH, List.of());
        Classes classes = new Classes(files);
        List<String> options = List.of("-nowarn", "-proc:none");
        JavaCompiler.CompilationTask task = compiler.getTask(
            Writer.nullWriter(), classes, null, options, null, List.of(source));
        FutureTask<Boolean> compilation = new FutureTask<>(task);
        Thread thread = new Thread(null, compilation, "compiler", STACK);
        thread.start();
        await(thread, Integer.parseInt(line[0]) * 1000000000L);
        if (!compilation.get() || classes.all.size() > MAX_CLASSES)
            throw new IllegalArgumentException(file);
        try (ZipOutputStream archive = new ZipOutputStream(System.out)) {
            for (Made made : classes.all) {
                archive.putNextEntry(new ZipEntry(made.toUri().getPath().substring(1)));
                made.bytes.writeTo(archive);
            }
        }
    }
}
